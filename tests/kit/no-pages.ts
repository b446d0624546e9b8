// Replaces the built pages in tests that need none.

export const routes = {}
