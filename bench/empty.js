/** Does nothing: the start of Node that the others are compared with. */
