/** The status of a page whose reading was answered so: what the API refuses (4xx) is no outage (503) of ours. */
export const pageStatus = (status: number): number => (status >= 400 && status < 500 ? status : 503);
