// What a correction changes, with its sign: nothing else beside it says whether it adds or takes.

import type { Asset } from '#domain/catalogue'
import { decodeAmount } from '#domain/money/amount'
import { amountText } from '../text/money'
import type { Numbers } from '../text/numbers'

/** "+12.5 USDT". */
export const correctionText = (numbers: Numbers, asset: Pick<Asset, 'scale' | 'code'>, stored: string): string =>
  `${numbers.signed(amountText(asset, decodeAmount(stored)))} ${asset.code}`
