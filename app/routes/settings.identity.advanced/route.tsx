// Advanced verification: pictures of both sides of the document, reduced in the browser before upload.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../components/button'
import { Problem } from '../../components/field'
import { Icon } from '../../components/icon'
import { ImageField } from '../../components/image-field'
import { UnansweredNotice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { useSite } from '../../site/site'
import { Steps } from '../../components/steps'
import { useRefusal } from '../../components/form-focus'
import { LevelNotice, VerificationBadge } from '../../components/verification/state'
import { problemAt, problemOfForm } from '../../site/answer'
import { stepOf } from '../../forms/verification'
import { useFreshPage } from '../../live/use-fresh-list'
import { useAccount } from '../../live/account-channel'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export default function AdvancedIdentity() {
  const { t } = useTranslation('verification')
  const { verification } = useLoaderData<typeof loader>()
  const { advanced, passed } = verification
  const { userId } = useSite()
  useFreshPage(useAccount(userId).state?.messages.unread)
  const mayApply = passed > 0 && (advanced.state === 'none' || advanced.state === 'failed')
  return (
    <div>
      <PageHeader title={t('advanced')} backTo="/settings/identity" />
      <div className="grid gap-5 px-4 pb-6 lg:px-0">
        <Steps
          label={t('steps')}
          steps={[t('step_contact'), t('step_basic'), t('step_advanced')]}
          current={stepOf(verification)}
        />
        <section className="panel grid gap-4 p-4 lg:p-6">
          <h2 className="flex flex-wrap items-center justify-between gap-2 font-semibold">
            {t('step_advanced')}
            <VerificationBadge state={advanced.state} />
          </h2>
          {passed === 0 ? <Locked /> : <LevelNotice status={advanced} />}
          {mayApply && <PicturesForm />}
          {passed > 0 && !mayApply && <Pictures />}
        </section>
        <p className="flex items-start gap-2 text-xs text-muted">
          <Icon name="lock" className="size-4 shrink-0" />
          {t('privacy')}
        </p>
      </div>
    </div>
  )
}

function Locked() {
  const { t } = useTranslation('verification')
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-muted">{t('advanced_locked')}</p>
      <ButtonLink to="/settings/identity" variant="brand">
        {t('to_basic')}
      </ButtonLink>
    </div>
  )
}

const SIDES = [
  ['front', 'front_pic'],
  ['reverse', 'reverse_pic'],
] as const

function PicturesForm() {
  const { t } = useTranslation('verification')
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form ref={form} method="post" encType="multipart/form-data" preventScrollReset className="grid gap-4">
      <p className="text-sm text-muted">{t('advanced_text')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {SIDES.map(([side, name]) => (
          <ImageField key={side} label={t(side)} name={name} isRequired problem={problemAt(answer, name)} />
        ))}
      </div>
      <p className="text-xs text-muted">{t('picture_hint')}</p>
      <Problem text={problemOfForm(answer, ['front_pic', 'reverse_pic'])} />
      <UnansweredNotice answer={answer} />
      <Button name="intent" value="submit" variant="brand" size="lg" isBusy={isSending}>
        {t(isSending ? 'submitting' : 'submit')}
      </Button>
    </Form>
  )
}

/** Submitted pictures, visible only to the owner and reviewers. */
function Pictures() {
  const { t } = useTranslation('verification')
  const { verification } = useLoaderData<typeof loader>()
  const { pictures } = verification
  if (!pictures) return null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(['front', 'reverse'] as const).map((side) => (
        <figure key={side} className="min-w-0">
          <figcaption className="mb-1.5 text-sm text-muted">{t(side)}</figcaption>
          <img src={pictures[side]} alt={t(side)} className="field max-h-56 w-full object-contain p-0" />
        </figure>
      ))}
    </div>
  )
}
