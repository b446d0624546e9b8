// Application as a trader: nickname, description, profit share and agreement.

import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { DecimalField, Field, FieldFrame } from '../../components/field'
import { AnswerNotice, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { problemAt } from '../../site/answer'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export { clientAction } from '../../site/revalidation'

export default featurePage('copy', Apply)

const BESIDE = ['nickname', 'words', 'share_percent']

function Apply() {
  const { t } = useTranslation('copy')
  const { title, state, reason } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isWaiting = state === 'review' || state === 'active'
  return (
    <div className="mx-auto max-w-3xl lg:px-5">
      <PageHeader title={title} backTo="/copy" text={t('apply_text')} />
      <div className="grid gap-4 px-4 pb-6 lg:px-0">
        {state && (
          <Notice tone={state === 'rejected' ? 'bad' : 'plain'}>
            {t(`state_${state}`)} {reason}
          </Notice>
        )}
        <AnswerNotice answer={answer} besides={isWaiting ? [] : BESIDE} />
        {isWaiting ? <ButtonLink to="/copy/mine">{t('mine')}</ButtonLink> : <ApplicationForm />}
      </div>
    </div>
  )
}

function ApplicationForm() {
  const { t } = useTranslation('copy')
  const numbers = useNumbers()
  const { said, shareMax, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  const written = (name: 'nickname' | 'words' | 'share_percent') => answer?.fields[name] ?? said[name]
  return (
    <Form method="post" className="panel grid gap-4 p-4">
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="language" value={numbers.language} />
      <Field
        label={t('nickname')}
        hint={t('nickname_hint')}
        name="nickname"
        defaultValue={written('nickname')}
        problem={problemAt(answer, 'nickname')}
        maxLength={20}
        autoComplete="off"
        required
      />
      <FieldFrame label={t('words')} hint={t('words_hint')} problem={problemAt(answer, 'words')}>
        {(wiring) => (
          <textarea
            {...wiring}
            name="words"
            rows={5}
            maxLength={300}
            defaultValue={written('words')}
            required
            className="field"
          />
        )}
      </FieldFrame>
      <DecimalField
        label={t('share_percent')}
        hint={t('share_hint', { replace: { max: numbers.decimal(shareMax) } })}
        name="share_percent"
        defaultValue={written('share_percent')}
        problem={problemAt(answer, 'share_percent')}
        required
      />
      <p className="text-sm">
        <Link to="/copy/agreement" className="py-2 text-selected-text hover:underline">
          {t('read_agreement')}
        </Link>
      </p>
      <label className="flex items-start gap-2 text-sm">
        <input type="checkbox" name="agree" value="true" required className="mt-0.5 size-5 shrink-0" />
        <span>{t('agree')}</span>
      </label>
      <Button variant="brand" isBusy={isSending} isWide>
        {t('apply_submit')}
      </Button>
    </Form>
  )
}
