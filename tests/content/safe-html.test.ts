// Operator HTML keeps its structure only: no scripts, styles or executable URLs.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeHtml } from '#services/safe-html'

describe('the small HTML of articles', () => {
  it.each([
    ['<h2>Fees</h2><p>0.1% &amp; no more</p>', '<h2>Fees</h2><p>0.1% &amp; no more</p>'],
    ['<p class="x" onclick="steal()">Hi</p>', '<p>Hi</p>'],
    ['<ul><li><strong>a</strong></li></ul><br/>', '<ul><li><strong>a</strong></li></ul><br />'],
    ['<a href="/faq">FAQ</a>', '<a href="/faq">FAQ</a>'],
    [
      '<a href="https://example.org/a?b=1">out</a>',
      '<a href="https://example.org/a?b=1" rel="noopener nofollow">out</a>',
    ],
  ])('keeps %s', (html, shown) => {
    expect(safeHtml(html)).toBe(shown)
  })

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['<img src="x" onerror="alert(1)">', '&lt;img /&gt;'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="/&#x2f;evil.example">x</a>', '<a>x</a>'],
    ['<a href="/&sol;evil.example">x</a>', '<a>x</a>'],
    ['<a href="http://evil.example">x</a>', '<a>x</a>'],
    ['<p onclick=alert(1)>x</p>', '<p>x</p>'],
    ['<svg/onload=alert(1)>', '&lt;svg&gt;'],
    ['<<p>script>', '&lt;<p>script&gt;</p>'],
    ['<p a="<script>">x', '<p>x</p>'],
    ['<a href="/x" onmouseover="alert(1)">x</a>', '<a href="/x">x</a>'],
    ['1 < 2', '1 &lt; 2'],
    ['<a href="java&#10;script:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript&colon;alert(1)">x</a>', '<a>x</a>'],
    ['<a href="\u0001javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=javascript:alert(1)>x</a>', '<a>x</a>'],
    ["<a href='/x' style='position:fixed'>x</a>", '<a href="/x">x</a>'],
    ['<a title="/x">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a>x</a>'],
    [
      '<a href="https://a.example/&quot;onmouseover=&quot;x">x</a>',
      '<a href="https://a.example/&quot;onmouseover=&quot;x" rel="noopener nofollow">x</a>',
    ],
    ['<p/onclick=alert(1)>x</p>', '<p>x</p>'],
    ['<P ONCLICK="alert(1)">x</P>', '<p>x</p>'],
    ['<!--<p>--><img src=x onerror=alert(1)>', '&lt;img /&gt;'],
    [
      '<svg><style><img src=x onerror=alert(1)></style></svg>',
      '&lt;svg&gt;&lt;style&gt;&lt;img /&gt;&lt;/style&gt;&lt;/svg&gt;',
    ],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '&lt;noscript&gt;<p></p>'],
    ['<textarea><p>x</textarea>', '&lt;textarea&gt;&lt;p&gt;x&lt;/textarea&gt;'],
    ['<p>a<em>b</p>c', '<p>a<em>b</em></p>c'],
    ['<iframe srcdoc="<script>alert(1)</script>">', '&lt;iframe&gt;'],
  ])('disarms %s', (html, shown) => {
    expect(safeHtml(html)).toBe(shown)
  })

  it('leaves no tag but the allowed ones, whatever is written', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '<p',
      '<a',
      ' href=',
      '"',
      "'",
      'javascript:',
      '/x',
      'https://a.b',
      ' onload=',
      'script',
      '/>',
      ' ',
      '\n',
      '<!--',
      '&lt;',
    )
    const allowed =
      /<\/?(?:p|h2|h3|ul|ol|li|strong|em|a)>|<br \/>|<a href="(?:\/(?![/\\])|https:\/\/)[^\s"<>\\]*"(?: rel="noopener nofollow")?>/gi
    const isSafe = (pieces: string[]) => !/[<>]/.test(safeHtml(pieces.join('')).replace(allowed, ''))
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), isSafe), { numRuns: 2000 })
  })

  it('is the same when it is made safe twice', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="/faq">',
      '<a href="https://a.b">',
      '</a>',
      'text',
      '<script>',
      '&amp;',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => safeHtml(safeHtml(pieces.join(''))) === safeHtml(pieces.join(''))),
    )
  })
})
