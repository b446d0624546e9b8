// Sectors of companies, as exchanges list them.

export const SECTORS = [
  'technology',
  'communication',
  'consumer_goods',
  'consumer_staples',
  'financials',
  'health',
  'industrials',
  'energy',
  'materials',
  'utilities',
  'real_estate',
] as const
export type Sector = (typeof SECTORS)[number]
