// Form controls, each idle, filled, refused and disabled.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountField } from '../../components/amount-field'
import { CodeField } from '../../components/code-field'
import { Field } from '../../components/field'
import { Icon } from '../../components/icon'
import { ImageField } from '../../components/image-field'
import { Segmented } from '../../components/segmented'
import { Select, SelectField } from '../../components/select'
import { Stepper } from '../../components/stepper'
import { Switch } from '../../components/switch'
import { Shelf } from './tokens'

export function Controls() {
  const { t } = useTranslation('identity')
  return (
    <>
      <Shelf name="field">
        <Field label={t('account')} name="plain" hint={t('password_hint')} />
        <Field label={t('account')} name="lead" lead={<Icon name="search" />} placeholder={t('account')} />
        <Field label={t('password')} name="refused" type="password" problem={t('password_hint')} />
        <Field label={t('account')} name="disabled" defaultValue="alice@example.com" disabled />
      </Shelf>
      <Amounts />
      <Choosing />
      <Shelf name="code-field · image-field">
        <CodeField label={t('code')} name="code" />
        <CodeField label={t('code')} name="wrong-code" defaultValue="123456" problem={t('code')} />
        <ImageField label="QR" name="image" />
        <ImageField label="QR" name="refused-image" problem={t('code')} />
      </Shelf>
    </>
  )
}

function Amounts() {
  const { t } = useTranslation('wallet')
  const [typed, setTyped] = useState('')
  return (
    <Shelf name="amount-field · stepper">
      <AmountField
        label={t('amount')}
        name="amount"
        unit="USDT"
        value={typed}
        onText={setTyped}
        max="1234567.891"
        scale={6}
        hasSteps
        available="1,234,567.891 USDT"
        placeholder="0.00"
      />
      <AmountField label={t('amount')} name="own-amount" unit="BTC" defaultValue="1234.5" hint={t('transfer_text')} />
      <AmountField label={t('amount')} name="refused-amount" unit="JPY" defaultValue="12" problem={t('wallet_empty')} />
      <AmountField label={t('amount')} name="disabled-amount" unit="USDT" defaultValue="1234.5" max="5000" isDisabled />
      <Stepper label={t('change')} name="stepper" defaultValue="1" min="0" max="20" />
      <Stepper label={t('change')} name="stepper-bound" defaultValue="20" min="0" max="20" />
      <Stepper label={t('change')} name="stepper-refused" defaultValue="99" max="20" problem={t('wallet_empty')} />
    </Shelf>
  )
}

function Choosing() {
  const { t } = useTranslation('spot')
  const { t: tWallet } = useTranslation('wallet')
  const options = [
    { value: 'gtc', words: t('gtc') },
    { value: 'ioc', words: t('ioc') },
    { value: 'fok', words: t('fok') },
  ]
  return (
    <Shelf name="select · segmented · switch">
      <SelectField label={t('time_in_force')} name="tif" options={options} />
      <SelectField
        label={t('time_in_force')}
        name="tif-refused"
        options={options}
        problem={tWallet('wallet_empty')}
        hint={t('market_price_hint')}
      />
      <SelectField label={t('time_in_force')} name="tif-disabled" options={options} disabled />
      <Select label={t('time_in_force')} name="tif-bar" options={options} />
      <Segmented
        label={t('side')}
        name="side"
        defaultValue="buy"
        options={[
          { value: 'buy', words: t('buy'), tone: 'buy' },
          { value: 'sell', words: t('sell'), tone: 'sell' },
        ]}
      />
      <Segmented
        label={t('kind')}
        name="kind"
        defaultValue="limit"
        options={[
          { value: 'limit', words: t('limit') },
          { value: 'market', words: t('market') },
        ]}
      />
      <Switch name="post-only" label={t('post_only')} text={t('market_price_hint')} defaultChecked />
      <Switch name="zero" label={tWallet('hide_zeros')} />
    </Shelf>
  )
}
