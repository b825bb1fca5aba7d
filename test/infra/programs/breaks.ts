/** A program with a mistake in it. */
const nothing: { readonly inner?: { readonly name: string } } = {};

if (nothing.inner === undefined) throw new Error("there is nothing inside");
