// Basic identity form: country, document type and number, name. A refusal keeps the typed fields.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ID_TYPES } from '#domain/identity-document'
import { Button } from '../../components/button'
import { Field, Problem } from '../../components/field'
import { UnansweredNotice } from '../../components/notice'
import { SelectField } from '../../components/select'
import { Segmented } from '../../components/segmented'
import { toast } from '../../components/toast'
import { useRefusal } from '../../components/form-focus'
import { problemAt, problemOfForm } from '../../site/answer'
import type { action, loader } from './data.server'

const BESIDE = ['country', 'name', 'card_id']

export function BasicForm() {
  const { t } = useTranslation('verification')
  const { countries, verification } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  const form = useRefusal(answer)
  const general = problemOfForm(answer, BESIDE)
  useEffect(() => {
    if (general) toast(general, { tone: 'bad' })
  }, [answer, general])
  const typed = answer?.fields
  const before = verification.document
  return (
    <Form ref={form} method="post" preventScrollReset className="grid gap-4">
      <SelectField
        label={t('country')}
        name="country"
        required
        defaultValue={typed?.['country'] ?? before?.country ?? verification.countryGuess ?? ''}
        problem={problemAt(answer, 'country')}
        options={[
          { value: '', words: t('country_choose') },
          ...countries.map(({ country, name }) => ({ value: country, words: name })),
        ]}
      />
      <div>
        <p aria-hidden="true" className="mb-1.5 text-sm text-muted">
          {t('id_type')}
        </p>
        <Segmented
          label={t('id_type')}
          name="id_type"
          defaultValue={typed?.['id_type'] ?? before?.idType ?? 'id_card'}
          options={ID_TYPES.map((type) => ({ value: type, words: t(`id_type_${type}`) }))}
        />
      </div>
      <Field
        label={t('name')}
        name="name"
        required
        maxLength={60}
        autoComplete="name"
        hint={t('name_hint')}
        defaultValue={typed?.['name'] ?? before?.name}
        problem={problemAt(answer, 'name')}
      />
      <Field
        label={t('number')}
        name="card_id"
        required
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={typed?.['card_id']}
        problem={problemAt(answer, 'card_id')}
      />
      <Problem text={general} />
      <UnansweredNotice answer={answer} />
      <Button name="intent" value="submit" variant="brand" size="lg" isBusy={isSending}>
        {t(isSending ? 'submitting' : 'submit')}
      </Button>
    </Form>
  )
}
