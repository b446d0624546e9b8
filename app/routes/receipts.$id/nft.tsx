// Facts of a blind box receipt.

import { useTranslation } from 'react-i18next'
import type { BoxReceipt } from '#domain/nft/box'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function BoxFacts({ receipt }: { readonly receipt: BoxReceipt }) {
  const { t } = useTranslation('lots')
  const numbers = useNumbers()
  const { series, saleNo, size, prize, rarities, root, committedAt, soldAt } = receipt
  const counts = Object.entries(rarities).map(([rarity, count]) => `${rarity} ${numbers.count(count)}`)
  const rows: readonly ReceiptFact[] = [
    [t('series'), `#${series}`],
    [t('box_number'), `${numbers.count(saleNo)} / ${numbers.count(size)}`],
    [t('prize'), prize.name],
    [t('rarity'), prize.rarity],
    [t('rarities'), counts.join(' · ')],
    [t('root'), root],
    [t('committed_at'), <Moment key="committed" at={committedAt} />],
    [t('sold_at'), <Moment key="sold" at={soldAt} />],
  ]
  return <Facts rows={rows} />
}
