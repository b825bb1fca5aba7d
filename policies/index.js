import "./pack.ts";
