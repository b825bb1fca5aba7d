/** When the company a tenant begins with came to be: long enough ago for everybody to see it. */
export const COMPANY_AT = 0;
