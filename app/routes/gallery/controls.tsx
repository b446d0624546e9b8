// Form controls, each idle, filled, refused and disabled.

import { useState } from 'react'
import { AmountField } from '../../components/amount-field'
import { CodeField } from '../../components/code-field'
import { CountryPicker } from '../../components/country-picker'
import type { Area } from '../../components/country-list'
import { Field } from '../../components/field'
import { Icon } from '../../components/icon'
import { ImageField } from '../../components/image-field'
import { LanguagePicker } from '../../components/language-picker'
import { Segmented } from '../../components/segmented'
import { Select, SelectField } from '../../components/select'
import { useSite } from '../../site/site'
import { Stepper } from '../../components/stepper'
import { Switch } from '../../components/switch'
import { useWords } from '../../text/words'
import { Shelf } from './tokens'

export function Controls({ areas }: { areas: readonly Area[] }) {
  const say = useWords('identity')
  const sayShell = useWords('shell')
  const { language } = useSite()
  return (
    <>
      <Shelf name="field">
        <Field label={say('account')} name="plain" hint={say('password_hint')} />
        <Field label={say('account')} name="lead" lead={<Icon name="search" />} placeholder={say('account')} />
        <Field label={say('password')} name="refused" type="password" problem={say('password_hint')} />
        <Field label={say('account')} name="disabled" defaultValue="alice@example.com" disabled />
      </Shelf>
      <Amounts />
      <Choosing />
      <Shelf name="code-field · image-field">
        <CodeField label={say('code')} name="code" />
        <CodeField label={say('code')} name="wrong-code" defaultValue="123456" problem={say('code')} />
        <ImageField label="QR" name="image" />
        <ImageField label="QR" name="refused-image" problem={say('code')} />
      </Shelf>
      <Shelf name="country-picker">
        <CountryPicker label={sayShell('language')} name="country" areas={areas} />
        <CountryPicker label={sayShell('language')} name="chosen-country" areas={areas} defaultValue="TH" />
      </Shelf>
      <Shelf name="language-picker">
        <LanguagePicker label={sayShell('language')} name="language" defaultValue={language} />
      </Shelf>
    </>
  )
}

function Amounts() {
  const say = useWords('wallet')
  const [typed, setTyped] = useState('')
  return (
    <Shelf name="amount-field · stepper">
      <AmountField
        label={say('amount')}
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
      <AmountField
        label={say('amount')}
        name="own-amount"
        unit="BTC"
        defaultValue="1234.5"
        hint={say('transfer_text')}
      />
      <AmountField
        label={say('amount')}
        name="refused-amount"
        unit="JPY"
        defaultValue="12"
        problem={say('wallet_empty')}
      />
      <AmountField
        label={say('amount')}
        name="disabled-amount"
        unit="USDT"
        defaultValue="1234.5"
        max="5000"
        isDisabled
      />
      <Stepper label={say('change')} name="stepper" defaultValue="1" min="0" max="20" />
      <Stepper label={say('change')} name="stepper-bound" defaultValue="20" min="0" max="20" />
      <Stepper label={say('change')} name="stepper-refused" defaultValue="99" max="20" problem={say('wallet_empty')} />
    </Shelf>
  )
}

function Choosing() {
  const say = useWords('spot')
  const sayWallet = useWords('wallet')
  const options = [
    { value: 'gtc', words: say('gtc') },
    { value: 'ioc', words: say('ioc') },
    { value: 'fok', words: say('fok') },
  ]
  return (
    <Shelf name="select · segmented · switch">
      <SelectField label={say('time_in_force')} name="tif" options={options} />
      <SelectField
        label={say('time_in_force')}
        name="tif-refused"
        options={options}
        problem={sayWallet('wallet_empty')}
        hint={say('market_price_hint')}
      />
      <SelectField label={say('time_in_force')} name="tif-disabled" options={options} disabled />
      <Select label={say('time_in_force')} name="tif-bar" options={options} />
      <Segmented
        label={say('side')}
        name="side"
        defaultValue="buy"
        options={[
          { value: 'buy', words: say('buy'), tone: 'buy' },
          { value: 'sell', words: say('sell'), tone: 'sell' },
        ]}
      />
      <Segmented
        label={say('kind')}
        name="kind"
        defaultValue="limit"
        options={[
          { value: 'limit', words: say('limit') },
          { value: 'market', words: say('market') },
        ]}
      />
      <Switch name="post-only" label={say('post_only')} text={say('market_price_hint')} defaultChecked />
      <Switch name="zero" label={sayWallet('hide_zeros')} />
    </Shelf>
  )
}
