/** The door by which Pulumi comes in to our provider; it can only require JavaScript. */
import "./serve.ts";
