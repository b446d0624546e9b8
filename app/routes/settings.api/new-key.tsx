// Form of a new API key. Its parts follow the chosen signature by a style rule, without scripts.

import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { KEY_DAYS, KEY_NAME_LENGTH_MAX, KEY_SCOPES } from '#domain/api-key'
import { Button } from '../../components/button'
import { Field, FieldFrame, Problem } from '../../components/field'
import { Segmented } from '../../components/segmented'
import { SelectField } from '../../components/select'
import { FirstButton, OwnerFields } from '../../forms/sent-code'
import { useSecurityForm } from '../../forms/use-security-form'
import type { action, loader } from './data.server'

export function NewKey() {
  const { t } = useTranslation('keys')
  const { owner } = useLoaderData<typeof loader>()
  const wishes = useActionData<typeof action>()?.wishes
  const form = useSecurityForm()
  return (
    <Form method="post" noValidate className="group/kind panel grid gap-4 p-4">
      <h2 className="font-semibold">{t('new')}</h2>
      <FirstButton intent="make" />
      <Field
        label={t('name')}
        name="name"
        hint={t('name_hint')}
        maxLength={KEY_NAME_LENGTH_MAX}
        autoComplete="off"
        defaultValue={wishes?.name ?? ''}
        problem={form.problemOf('name')}
      />
      <div>
        <p className="mb-1.5 text-sm text-muted">{t('kind')}</p>
        <Segmented
          label={t('kind')}
          name="kind"
          defaultValue={wishes?.kind ?? 'ed25519'}
          options={[
            { value: 'ed25519', words: 'Ed25519' },
            { value: 'hmac', words: 'HMAC-SHA-256' },
          ]}
        />
        <p className="mt-1.5 text-xs text-muted">{t('kind_text')}</p>
      </div>
      <div className="hidden group-has-[[name=kind][value=ed25519]:checked]/kind:block">
        <FieldFrame label={t('public_key')} hint={t('public_key_hint')} problem={form.problemOf('public_key')}>
          {(wiring) => (
            <textarea
              {...wiring}
              name="public_key"
              rows={3}
              maxLength={400}
              spellCheck={false}
              autoComplete="off"
              defaultValue={wishes?.publicKey ?? ''}
              className="field block font-mono text-sm"
            />
          )}
        </FieldFrame>
      </div>
      <Scopes chosen={wishes?.scopes ?? ['read']} problem={form.problemOf('scopes')} />
      <FieldFrame label={t('addresses')} hint={t('addresses_hint')} problem={form.problemOf('addresses')}>
        {(wiring) => (
          <textarea
            {...wiring}
            name="addresses"
            rows={2}
            maxLength={1_000}
            spellCheck={false}
            autoComplete="off"
            defaultValue={wishes?.addresses ?? ''}
            className="field block font-mono text-sm"
          />
        )}
      </FieldFrame>
      <SelectField
        label={t('days')}
        name="days"
        defaultValue={wishes?.days ?? '90'}
        options={KEY_DAYS.map((value) => ({ value, words: t(`days_${value}`) }))}
      />
      <OwnerFields owner={owner} form={form} />
      <Problem text={form.problemOf('form')} />
      <Button name="intent" value="make" variant="brand" size="lg" isBusy={form.sending === 'make'}>
        {t('new')}
      </Button>
    </Form>
  )
}

function Scopes({ chosen, problem }: { chosen: readonly string[]; problem: string | undefined }) {
  const { t } = useTranslation('keys')
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-sm text-muted">{t('scopes')}</legend>
      {KEY_SCOPES.map((scope) => (
        <div key={scope} className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
          <input
            id={`scope-${scope}`}
            aria-describedby={`scope-${scope}-text`}
            type="checkbox"
            name="scope"
            value={scope}
            defaultChecked={chosen.includes(scope)}
            className="size-5"
          />
          <label htmlFor={`scope-${scope}`} className="py-1 text-sm font-medium">
            {t(`scope_${scope}`)}
          </label>
          <p id={`scope-${scope}-text`} className="col-start-2 text-xs text-muted">
            {t(`scope_${scope}_text`)}
          </p>
        </div>
      ))}
      <Problem text={problem} />
    </fieldset>
  )
}
