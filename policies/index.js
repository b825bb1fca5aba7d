/** The door by which Pulumi's policy host comes in; it can only require JavaScript. */
import "./pack.ts";
