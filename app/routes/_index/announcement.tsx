// Announcement card on home, shown until dismissed; a cookie stores the dismissed id.

import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../components/button'
import { Prose } from '../../components/prose'

interface AnnouncementProps {
  readonly announcement: { readonly id: number; readonly title: string; readonly content: string }
}

export function Announcement({ announcement: { id, title, content } }: AnnouncementProps) {
  const { t } = useTranslation('home')
  const { t: tContent } = useTranslation('content')
  return (
    <section aria-labelledby="announcement" className="panel p-4 lg:p-5">
      <h2 id="announcement" className="font-bold break-words">
        {title}
      </h2>
      <Prose html={content} className="mt-1 text-sm" />
      <Form method="post" action="/?index" preventScrollReset className="mt-3 flex flex-wrap gap-3">
        <Button variant="brand" size="sm" name="dismiss" value={id}>
          {t('popup_close')}
        </Button>
        <ButtonLink to="/news" size="sm">
          {tContent('back_to_news')}
        </ButtonLink>
      </Form>
    </section>
  )
}
