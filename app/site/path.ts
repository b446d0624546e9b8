// Path of a page without the slash that some links end with.

export const pathOf = (pathname: string): string => pathname.replace(/(?!^)\/+$/, '')
