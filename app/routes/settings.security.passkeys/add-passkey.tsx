// Form to add a passkey: step-up proof with the challenge request, creation in the browser, upload. Needs scripts.

import { Form, useLoaderData, useSubmit } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../../components/use-alive'
import { Button } from '../../components/button'
import { Field, Problem } from '../../components/field'
import { Notice } from '../../components/notice'
import { FirstButton, OwnerFields } from '../../forms/sent-code'
import { canUsePasskeys, makePasskey } from '../../visitor/passkey'
import type { SecurityFormState } from '../../forms/use-security-form'
import type { loader } from './data.server'

export function AddPasskey({ form }: { form: SecurityFormState }) {
  const { t } = useTranslation('security')
  const { owner } = useLoaderData<typeof loader>()
  const isAlive = useAlive()
  const submit = useSubmit()
  const [message, setMessage] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const make = async (filled: FormData) => {
    setBusy(true)
    setMessage(undefined)
    const made = await makePasskey(filled)
    setBusy(false)
    const name = filled.get('name')
    if (made.kind === 'signed') {
      submit({ intent: 'add', made: made.text, name: typeof name === 'string' ? name : '' }, { method: 'post' })
    } else setMessage(made.kind === 'refused' ? made.text : t('passkey_cancelled'))
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // The form's other button sends a code by an ordinary post.
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement && submitter.value !== 'add') return
    event.preventDefault()
    void make(new FormData(event.currentTarget))
  }
  if (isAlive && !canUsePasskeys()) return <Notice tone="plain">{t('passkey_unsupported')}</Notice>
  return (
    <Form method="post" noValidate onSubmit={onSubmit} className="panel grid gap-4 p-4">
      <h2 className="font-semibold">{t('passkey_new')}</h2>
      <FirstButton intent="add" />
      <Field label={t('passkey_name')} name="name" hint={t('passkey_name_hint')} maxLength={40} autoComplete="off" />
      <OwnerFields owner={owner} form={form} />
      <Problem text={message ?? form.problemOf('form')} />
      <Button name="intent" value="add" variant="brand" size="lg" isBusy={isBusy} disabled={!isAlive}>
        {t('passkey_new')}
      </Button>
      <noscript>
        <p className="text-xs text-muted">{t('passkey_needs_scripts')}</p>
      </noscript>
    </Form>
  )
}
