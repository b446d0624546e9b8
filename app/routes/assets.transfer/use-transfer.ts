// Transfer form state: fields, summary, problems.

import { useLoaderData, useNavigation } from '@remix-run/react'
import { type FormEvent, useEffect, useState } from 'react'
import { WALLETS } from '#domain/catalogue'
import { ZERO } from '#domain/money/amount'
import { usdtPriceText } from '#domain/portfolio/appraisal'
import { useAlive } from '../../components/use-alive'
import { useSite } from '../../site/site'
import {
  type TransferAnswer,
  type TransferFacts,
  type TransferFields,
  type TransferReading,
  givers,
  readTransfer,
  swapped,
  takers,
} from '../../forms/transfer'
import { usePortfolio } from '../../live/use-portfolio'
import type { loader } from './data.server'
import { useProblem } from './use-problem'

export type TransferFormState = ReturnType<typeof useTransfer>

export function useTransfer(start: TransferFields, answer: TransferAnswer | null) {
  const drawn = useLoaderData<typeof loader>()
  const { lines, prices } = usePortfolio(drawn)
  const { language } = useSite()
  const isAlive = useAlive()
  const [fields, setFields] = useState(start)
  const [isLookedOver, setLookedOver] = useState(false)
  const [isTried, setTried] = useState(false)
  const isSending = useNavigation().state !== 'idle'

  const availableOf: TransferFacts['availableOf'] = (wallet, assetId) =>
    lines.find((line) => line.wallet === wallet && line.asset.id === assetId)?.available ?? ZERO
  const reading: TransferReading = readTransfer({ language, assets: drawn.assets, availableOf }, fields)
  const problem = useProblem({ fields, reading, answer, isTried })

  // Any answer on this page is a refusal or a lost request; both are shown beside the form, so the review closes.
  useEffect(() => setLookedOver(false), [answer])

  const change = (next: TransferFields) => {
    setFields(next)
    setTried(false)
  }
  const onSubmit = (event: FormEvent) => {
    if (isSending || !isAlive) {
      if (isSending) event.preventDefault()
      return
    }
    event.preventDefault()
    setTried(true)
    setLookedOver(reading.summary !== null)
  }
  const asset = drawn.assets.find((row) => String(row.id) === fields.assetId) ?? drawn.assets[0]
  return {
    fields,
    asset,
    assets: drawn.assets,
    /** Unit price in USDT, plain decimal text. */
    usdtPrice: asset ? usdtPriceText(prices, asset.code) : null,
    availableOf,
    reading,
    problem,
    isAlive,
    isSending,
    isLookedOver,
    change,
    swap: () => change(swapped(fields)),
    close: () => setLookedOver(false),
    onSubmit,
  }
}

/** Without scripts the asset may still change, so all wallets are offered. */
export const offeredWallets = ({ asset, availableOf, isAlive }: TransferFormState) => ({
  from: asset && isAlive ? givers(asset, availableOf) : WALLETS,
  to: asset && isAlive ? takers(asset) : WALLETS,
})
