/** `SMTP:Kim@x.example` and `kim@x.example` are one address. */
export const bareAddress = (address: string): string =>
  address.replace(/^smtp:/i, "").toLowerCase();
