// Access to the parts of the page.

/** An element of the page by its id. */
export const element = id => document.getElementById(id);
