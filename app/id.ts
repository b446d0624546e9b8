// Which thing an address, a field or a cookie names by its number.

/** 0, which nothing has, for what is no number. */
export const idOf = (text: string | null | undefined): number =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
