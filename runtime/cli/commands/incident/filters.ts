/** Which incidents are meant: the filters that list, redrive and discard share. */

export type IncidentFilters = {
  readonly topic?: string;
  readonly subscription?: string;
  readonly batch?: number;
  readonly reason?: string;
};

/** As the API names them; what is not given is left out. */
export const filtersOf = ({ topic, subscription, batch, reason }: IncidentFilters) => ({
  ...(topic === undefined ? {} : { topic }),
  ...(subscription === undefined ? {} : { subscription }),
  ...(batch === undefined ? {} : { batchId: batch }),
  ...(reason === undefined ? {} : { reason }),
});
