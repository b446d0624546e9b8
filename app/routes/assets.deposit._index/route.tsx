// Crypto deposit page: network, address, and a form to report a missing deposit.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AmountField } from '../../components/amount-field'
import { Button, ButtonLink } from '../../components/button'
import { CoinMark } from '../../components/coin'
import { FundsProblems, Notice } from '../../components/notice'
import { FundsRecordRow } from '../../components/funds/funds-record'
import { Icon } from '../../components/icon'
import { ImageField } from '../../components/image-field'
import { ListGroup } from '../../components/list-row'
import { PageHeader } from '../../components/page-header'
import { useSite } from '../../site/site'
import { Tabs } from '../../components/tabs'
import { useRefusal } from '../../components/form-focus'
import { askFunds as clientAction, commandOf, problemAt } from '../../forms/funds'
import { useRefresh } from '../../live/use-fresh-list'
import { useNumbers } from '../../text/numbers'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import type { action, loader } from './data.server'
import { ReceivingPlace } from './receiving-place'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

/** How often a page that waits for money looks. */
const REFRESH_MS = 6_000

export default function Deposit() {
  const { t } = useTranslation('funds')
  const { asset, networks, network, place, isSimulated, recent } = useLoaderData<typeof loader>()
  useRefresh(REFRESH_MS, place !== null)
  return (
    <>
      <PageHeader
        title={t('deposit_of', { asset: asset.code })}
        backTo="/assets/coins?for=deposit"
        end={
          <ButtonLink to="/assets/deposit/bank" size="sm" variant="plain">
            {t('deposit_bank')}
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 gap-4 px-3 lg:grid-cols-2 lg:gap-5 lg:px-0">
        <section className="panel h-fit p-4 lg:p-6">
          <ButtonLink to="/assets/coins?for=deposit" isWide>
            <CoinMark asset={asset} className="size-6" />
            <span className="flex-1 text-left">
              {asset.code} <span className="text-muted">{asset.name}</span>
            </span>
            <Icon name="right" className="size-4" />
          </ButtonLink>
          <h2 className="mt-4 mb-2 text-sm text-muted">{t('network')}</h2>
          <Tabs
            variant="pill"
            label={t('network')}
            tabs={networks.map(({ name, chain }) => ({
              to: `?asset=${asset.id}&network=${name}`,
              words: name === chain ? name : `${name} · ${chain}`,
              isSelected: name === network,
            }))}
          />
          {isSimulated && (
            <div className="mt-4">
              <Notice tone="plain">
                <p>{t('simulated')}</p>
                <p className="mt-2">
                  <ButtonLink to={`/faucet?asset=${asset.id}&network=${network}`} size="sm">
                    {t('faucet_open')}
                  </ButtonLink>
                </p>
              </Notice>
            </div>
          )}
          {place ? (
            <ReceivingPlace place={place} code={asset.code} />
          ) : (
            <p className="mt-4 text-sm text-muted">{t('no_address')}</p>
          )}
        </section>
        <div className="grid h-fit gap-4">
          <VoucherForm key={`${asset.id} ${network}`} />
          {recent.length > 0 && (
            <ListGroup title={t('recent')}>
              {recent.map((record) => (
                <FundsRecordRow key={record.key} record={record} />
              ))}
            </ListGroup>
          )}
        </div>
      </div>
    </>
  )
}

function VoucherForm() {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const { language } = useSite()
  const { asset, networks, network, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  const min = networks.find(({ name }) => name === network)?.min ?? '0'
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="panel grid gap-4 p-4 lg:p-6">
      <div>
        <h2 className="font-semibold">{t('tell')}</h2>
        <p className="mt-1 text-sm text-muted">{t('tell_text')}</p>
      </div>
      <FundsProblems answer={answer} fields={['form', 'asset']} />
      <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="asset" value={asset.id} />
      <input type="hidden" name="network" value={network} />
      <AmountField
        label={t('amount')}
        name="amount"
        unit={asset.code}
        scale={asset.scale}
        defaultValue={answer?.fields['amount'] ?? ''}
        isRequired
        hint={t('deposit_min', { min: `${numbers.decimal(min)}\u00a0${asset.code}` })}
        problem={problemAt(answer, 'amount')}
      />
      <ImageField
        label={t('voucher')}
        name="picture"
        isRequired
        hint={t('voucher_hint')}
        problem={problemAt(answer, 'voucher')}
      />
      <Button variant="brand" size="lg" isBusy={isSending}>
        {t('tell_send')}
      </Button>
    </Form>
  )
}
