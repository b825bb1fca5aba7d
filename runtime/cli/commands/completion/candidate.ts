/** What a shell may offer at the cursor. */
export type Candidate = { readonly value: string; readonly description: string };
