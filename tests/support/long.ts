/** The exhaustive forms of tests, for a release: every screen in every look. Without it each claim is proven once, in looks that take turns. */
export const LONG = process.env['LONG'] === '1'
