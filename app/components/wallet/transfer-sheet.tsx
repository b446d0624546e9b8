// Transfer sheet over the page that needs funds: preselects the fullest wallet and the missing amount.

import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WALLETS, type Wallet } from '#domain/catalogue'
import { type Amount, ZERO, decodeAmount, formatTrimmed } from '#domain/money/amount'
import type { BalanceRow } from '#party/protocol/account-rows'
import type { TransferAnswer, TransferTarget } from '../../forms/transfer'
import { useSite } from '../../site/site'
import { useNumbers } from '../../text/numbers'
import { AmountField } from '../amount-field'
import { Button } from '../button'
import { Empty } from '../empty'
import { Hideable } from '../hidden-amounts'
import { Notice } from '../notice'
import { SelectField } from '../select'
import { Sheet } from '../sheet'
import { toast } from '../toast'

const PAGE = '/assets/transfer'

interface TransferSheetProps extends TransferTarget {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Of the page's data, the part that the sheet reads. */
interface Drawn {
  readonly commandId: string
  readonly balances: readonly BalanceRow[]
}

export function TransferSheet({ isOpen, onClose, ...target }: TransferSheetProps) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const opening = useOpening(isOpen)
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('transfer')}
      text={`${target.asset.code} → ${tRefusals(`wallet_${target.to}`)}`}
      size="sm"
    >
      {/* React events bubble through portals to the form that opened the sheet. */}
      <div onSubmit={(event) => event.stopPropagation()}>
        <TransferBody key={opening} {...target} onDone={onClose} />
      </div>
    </Sheet>
  )
}

/** Counts openings: each starts a new transfer, with a new command id and fresh balances. */
function useOpening(isOpen: boolean): number {
  const [opening, setOpening] = useState({ isOpen: false, number: 0 })
  if (isOpen !== opening.isOpen) setOpening({ isOpen, number: opening.number + Number(isOpen) })
  return opening.number
}

function TransferBody({ onDone, ...target }: TransferTarget & { readonly onDone: () => void }) {
  const { load, data } = useFetcher<Drawn>()
  // Later data, reloaded after an action of the page, would begin the form anew while it is filled in.
  const [drawn, setDrawn] = useState<Drawn>()
  if (data && !drawn) setDrawn(data)
  useEffect(() => {
    load(PAGE)
  }, [load])
  return drawn && <TransferFields {...target} drawn={drawn} onDone={onDone} />
}

interface TransferFieldsProps extends TransferTarget {
  readonly drawn: Drawn
  readonly onDone: () => void
}

function TransferFields({ asset, to, missing, drawn: { commandId, balances }, onDone }: TransferFieldsProps) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const { t: tShell } = useTranslation('shell')
  const numbers = useNumbers()
  const { language } = useSite()
  const fetcher = useFetcher<TransferAnswer>()
  const { data: answer } = fetcher
  const givers = giversOf({ balances, assetId: asset.id, to })
  const [from, setFrom] = useState(givers[0]?.wallet)
  const giver = givers.find(({ wallet }) => wallet === from)
  const isDone = answer?.isDone === true
  const isReported = useRef(false)
  useEffect(() => {
    if (!isDone || isReported.current) return
    isReported.current = true
    toast(t('transfer_done'))
    onDone()
  }, [isDone, onDone, t])
  if (!giver) return <Empty icon="assets">{t('nothing_to_move', { asset: asset.code })}</Empty>
  return (
    <fetcher.Form method="post" action={PAGE} className="grid gap-4">
      {answer?.isUnanswered && <Notice tone="bad">{tShell('unanswered')}</Notice>}
      <input type="hidden" name="step" value="here" />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="assetId" value={asset.id} />
      <input type="hidden" name="to" value={to} />
      <SelectField
        label={t('from')}
        name="from"
        value={giver.wallet}
        onChange={(event) => setFrom(givers.find(({ wallet }) => wallet === event.target.value)?.wallet)}
        options={givers.map(({ wallet }) => ({ value: wallet, words: tRefusals(`wallet_${wallet}`) }))}
      />
      <AmountField
        label={t('amount')}
        name="amount"
        unit={asset.code}
        scale={asset.scale}
        max={formatTrimmed(asset, giver.available)}
        hasSteps
        defaultValue={startAmount(asset, missing, giver.available)}
        available={<Hideable>{`${numbers.amount(asset, giver.available)}\u00a0${asset.code}`}</Hideable>}
        problem={answer?.problem?.text}
      />
      <Button variant="brand" isWide isBusy={fetcher.state !== 'idle'}>
        {t('transfer')}
      </Button>
    </fetcher.Form>
  )
}

/** Prefilled amount: the missing one, limited to the balance; empty if unknown. */
function startAmount(asset: TransferTarget['asset'], missing: Amount | null, available: Amount): string {
  if (missing === null || missing <= 0n) return ''
  return formatTrimmed(asset, missing < available ? missing : available)
}

interface Giver {
  readonly wallet: Wallet
  readonly available: Amount
}

interface GiverFacts {
  readonly balances: readonly BalanceRow[]
  readonly assetId: number
  readonly to: Wallet
}

/** Wallets holding the asset, fullest first. */
function giversOf({ balances, assetId, to }: GiverFacts): readonly Giver[] {
  return WALLETS.filter((wallet) => wallet !== to)
    .map((wallet) => {
      const row = balances.find((balance) => balance.wallet === wallet && balance.assetId === assetId)
      return { wallet, available: row ? decodeAmount(row.available) : ZERO }
    })
    .filter(({ available }) => available > 0n)
    .sort((a, b) => Number(b.available > a.available) - Number(b.available < a.available))
}
