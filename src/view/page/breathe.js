// Long work stops now and then.

/** Lets the browser draw. */
export const breathe = () => new Promise(resolve => setTimeout(resolve));
