// Address form: coin and network, address, memo, QR picture, step-up proof.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../../components/use-alive'
import { Button } from '../../components/button'
import { Field } from '../../components/field'
import { ImageField } from '../../components/image-field'
import { UnansweredNotice, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { StepUpFields, StepUpNeeded } from '../../components/step-up-fields'
import { SelectField } from '../../components/select'
import { useRefusal } from '../../components/form-focus'
import { problemAt } from '../../forms/funds'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { askFunds as clientAction } from '../../forms/funds'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export default function NewAddress() {
  const { t } = useTranslation('funds')
  const { known, methods, isDemo, typed } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <div>
      <PageHeader title={t(known ? 'change_address' : 'add_address')} backTo="/settings/addresses" />
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        className="panel mx-3 grid gap-4 p-4 lg:mx-0 lg:p-6"
        key={known?.id ?? 'new'}
      >
        {/* Default button for Enter: browsers use the first button of a form. */}
        <button tabIndex={-1} aria-hidden="true" className="sr-only" />
        <StepUpNeeded methods={methods} />
        {(['form', 'asset', 'payee'] as const).map((field) =>
          problemAt(answer, field) ? (
            <Notice key={field} tone="bad">
              {problemAt(answer, field)}
            </Notice>
          ) : null,
        )}
        <input type="hidden" name="id" value={known?.id ?? ''} />
        <input type="hidden" name="qrcode" value={known?.qrcode ?? ''} />
        <Field
          label={t('address_name')}
          name="name"
          maxLength={40}
          defaultValue={answer?.fields['name'] ?? typed.name ?? known?.name ?? ''}
          placeholder={t('address_name_hint')}
          problem={problemAt(answer, 'name')}
        />
        <PlaceFields />
        <ImageField label={t('address_qr')} name="picture" problem={problemAt(answer, 'voucher')} />
        <StepUpFields methods={methods} problem={problemAt(answer, 'proof')} />
        <Notice tone="plain">{t(isDemo ? 'delay_demo' : 'delay')}</Notice>
        <UnansweredNotice answer={answer} />
        <Button variant="brand" size="lg" isBusy={isSending} disabled={methods.length === 0}>
          {t('save')}
        </Button>
      </Form>
    </div>
  )
}

/** Destination fields: coin and network, address, and memo on networks that need one. */
function PlaceFields() {
  const { t } = useTranslation('funds')
  const { assets, asset, known, typed } = useLoaderData<typeof loader>()
  // Without scripts no field reacts to the choice.
  const isAlive = useAlive()
  const answer = useActionData<typeof action>()
  const places = assets.flatMap(({ id, code, networks }) =>
    networks.map(({ name, words, hasMemo }) => ({ value: `${id} ${name}`, words: `${code} · ${words}`, hasMemo })),
  )
  const start =
    answer?.fields['place'] ??
    places.find(({ value }) => value === typed.place)?.value ??
    (known ? `${known.assetId} ${known.network}` : undefined) ??
    places.find(({ value }) => value.startsWith(`${asset} `))?.value ??
    places[0]?.value ??
    ''
  const [chosen, setChosen] = useState(start)
  return (
    <>
      <SelectField
        label={t('coin_network')}
        name="place"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={places}
      />
      <Field
        label={t('address')}
        name="address"
        required
        maxLength={128}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={answer?.fields['address'] ?? typed.address ?? known?.address ?? ''}
        problem={problemAt(answer, 'address')}
      />
      {(!isAlive || places.find(({ value }) => value === chosen)?.hasMemo) && (
        <Field
          label={t('memo')}
          name="memo"
          maxLength={28}
          autoComplete="off"
          hint={t('memo_hint')}
          defaultValue={answer?.fields['memo'] ?? typed.memo ?? known?.memo ?? ''}
          problem={problemAt(answer, 'memo')}
        />
      )}
    </>
  )
}
