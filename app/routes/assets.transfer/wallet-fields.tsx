// Source and target wallet fields with a swap button.

import { useTranslation } from 'react-i18next'
import type { Wallet } from '#domain/catalogue'
import { Icon } from '../../components/icon'
import { SelectField } from '../../components/select'
import { type TransferFormState, offeredWallets } from './use-transfer'

export function WalletFields({ form }: { readonly form: TransferFormState }) {
  const { t } = useTranslation('wallet')
  const { fields, problem, isAlive, change, swap } = form
  const offered = offeredWallets(form)
  return (
    <div className="relative grid gap-3 rounded-xl border border-line p-3 pr-16">
      <WalletField
        label={t('from')}
        name="from"
        value={fields.from}
        wallets={offered.from}
        onChange={(from) => change({ ...fields, from, ...(from === fields.to && { to: fields.from }) })}
      />
      <WalletField
        label={t('to')}
        name="to"
        value={fields.to}
        wallets={offered.to}
        onChange={(to) => change({ ...fields, to, ...(to === fields.from && { from: fields.to }) })}
        problem={problem?.field === 'to' ? problem.text : undefined}
      />
      <button
        {...(isAlive ? { type: 'button', onClick: swap } : { name: 'step', value: 'swap', formNoValidate: true })}
        aria-label={t('swap_wallets')}
        className="absolute top-1/2 right-2.5 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-raised text-selected-text transition hover:bg-pressed"
      >
        <Icon name="swap" className="size-5 rotate-90" />
      </button>
    </div>
  )
}

interface WalletFieldProps {
  readonly label: string
  readonly name: 'from' | 'to'
  readonly value: Wallet
  readonly wallets: readonly Wallet[]
  readonly onChange: (wallet: Wallet) => void
  readonly problem?: string | undefined
}

function WalletField({ wallets, onChange, value, ...field }: WalletFieldProps) {
  const { t: tRefusals } = useTranslation('refusals')
  return (
    <SelectField
      {...field}
      value={value}
      onChange={(event) => {
        const wallet = wallets.find((name) => name === event.target.value)
        if (wallet) onChange(wallet)
      }}
      options={wallets.map((wallet) => ({ value: wallet, words: tRefusals(`wallet_${wallet}`) }))}
    />
  )
}
