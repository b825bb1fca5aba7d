/** What can be configured, by name. Alone, so that help needs nothing else. */

export const CONFIG_KEYS = ["apiUrl", "tenantId", "clientId", "apiScope"] as const;
export type ConfigKey = (typeof CONFIG_KEYS)[number];

export const isConfigKey = (text: string): text is ConfigKey =>
  (CONFIG_KEYS as readonly string[]).includes(text);
