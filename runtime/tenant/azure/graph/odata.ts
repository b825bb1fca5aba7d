/** Values inside OData expressions. */

/** A string literal: quotes are doubled, so that no name can end it. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** One segment of a path. */
export const segment = (text: string): string => encodeURIComponent(text);
