// The browsable page of the API. Its script and style are copied from swagger-ui-dist when the pages are built (scripts/copy-swagger.mjs).

/** Content policy of Swagger UI: scripted styles and data URL icons; no other hosts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>CM API</title>
<link rel="stylesheet" href="/swagger/swagger-ui.css">
</head>
<body>
<div id="document"><p>This page draws <a href="/api/openapi.json">the OpenAPI document</a> with a script.</p></div>
<script src="/swagger/swagger-ui-bundle.js" defer></script>
<script src="/swagger/start.js" defer></script>
</body>
</html>
`

export const answerDocs = (): Response =>
  new Response(PAGE, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY } })
