/** Everything that is bounded in the simulated tenant, with its unit last. Graph, Exchange and
 *  Azure set some of these themselves; the comment says so. The others keep a program that runs
 *  away from filling the memory. */

const MEBIBYTE = 1024 * 1024;

export const TENANT_LIMITS = {
  /** One request's body. Graph refuses JSON above 4 MB. */
  bodyBytes: 4 * MEBIBYTE,
  urlChars: 8_192,
  /** Rows of one table, deleted ones included. */
  rowsPerTable: 1_000_000,
  /** People of a generated company. */
  peopleMax: 100_000,
  /** Requests remembered for people who look. */
  logEntries: 1_000,
  /** Different requests whose repeats are counted. */
  countedRequests: 100_000,
  faultRules: 100,
  /** No view of the tenant is staler than this. */
  lagMsMax: 15 * 60_000,
  /** Graph: objects of one page. */
  pageSizeMax: 999,
  pageSizeDefault: 100,
  /** Graph: requests of one `$batch`. */
  batchRequests: 20,
  /** Graph: ids of one checkMemberGroups. */
  checkedGroups: 20,
  /** Graph: references in one `members@odata.bind`. */
  boundMembers: 20,
  /** Entra: a user principal name and a display name. */
  userPrincipalNameChars: 113,
  displayNameChars: 256,
  propertyChars: 1_024,
  /** Exchange: addresses of one recipient. */
  addressesPerRecipient: 500,
  addressChars: 320,
  /** Groups in groups are followed this far. */
  nestingMax: 50,
  /** Resource Graph: rows of one page. */
  queryRowsMax: 1_000,
  queryChars: 16_384,
  /** Key Vault: the text of a secret, and its names. */
  secretChars: 25_600,
  secretNameChars: 127,
  secretVersions: 100,
  /** Key Vault: secrets of one page of a list. */
  secretsPerPage: 25,
  /** Azure's resource manager: resources of one page of a list. */
  resourcesPerPage: 1_000,
  /** Exchange: rows of one page. */
  rowsPerPage: 1_000,
  /** Entra: how long a deleted user can be brought back. */
  deletedUserDays: 30,
  /** Entra: an employee's id, and numbers to call at work. */
  employeeIdChars: 16,
  businessPhones: 1,
  /** Brackets in brackets of a filter. */
  filterDepth: 20,
  /** Azure: tags of one resource. */
  tagsPerResource: 50,
} as const;
