/** The door by which Pulumi comes in; it can only require JavaScript. */
import "./serve.ts";
