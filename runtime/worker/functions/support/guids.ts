/** GUIDs as Exchange writes them; one of zeros says that there is none. */
const NONE = "00000000-0000-0000-0000-000000000000";
const BRACES = /[{}]/g;

/** Two writings with the same key are one GUID; none is "". */
export const guidKey = (written: string | null | undefined): string => {
  const bare = (written ?? "").replace(BRACES, "").toLowerCase();
  return bare === NONE ? "" : bare;
};
