// Lengths of time that a portfolio is shown for.

export const RANGES = ['1D', '1W', '1M', '1Y', 'all'] as const
export type Range = (typeof RANGES)[number]
