// Stands in for the built pages where a test has no need of them.

export const routes = {}
