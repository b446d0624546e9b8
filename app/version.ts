// The version that is shown to people (spec §9). A test holds it against package.json.

export const VERSION = '0.8.0'
/** The store's number of this version. */
export const VERSION_CODE = 80
