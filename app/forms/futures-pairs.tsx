// Filter of own futures by pair, as links that work without scripts.

import { useTranslation } from 'react-i18next'
import { Tabs } from '../components/tabs'

interface PairFilterProps {
  /** Pairs to choose from, beside all. */
  readonly symbols: readonly string[]
  readonly chosen: string | null
  readonly list: string
}

export function PairFilter({ symbols, chosen, list }: PairFilterProps) {
  const { t } = useTranslation('futures')
  return (
    <Tabs
      label={t('pair')}
      variant="pill"
      tabs={[null, ...symbols].map((symbol) => ({
        to: pathOf(list, symbol),
        words: symbol === null ? t('all_pairs') : symbol.replace('-', '/'),
        isSelected: symbol === chosen,
      }))}
    />
  )
}

export const pathOf = (list: string, symbol: string | null): string =>
  symbol === null ? `?list=${list}` : `?list=${list}&pair=${symbol}`
