/** Values inside OData expressions. */

/** A string literal: quotes are doubled, so that no name can end it. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
