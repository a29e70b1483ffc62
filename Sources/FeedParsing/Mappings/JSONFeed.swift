extension BuiltinMapping {
    /// JSON Feed 1.0 and 1.1. Authors: the entry's `authors`, else its `author` of 1.0, else the feed's own.
    static let jsonFeed: StaticString = #"""
        {
          "mapping": "json-feed",
          "page": {"next": {"by": "url", "url": "next_url"}},
          "sections": {
            "type": {"default": "entries"},
            "title": "title",
            "items": "items"
          },
          "types": {"entries": {"kind": "LIST"}},
          "default": {
            "item": {
              "id": "id",
              "title": ["title", "summary"],
              "subtitle": "summary",
              "text": "content_text",
              "html": "content_html",
              "image": ["image", "banner_image"],
              "action": ["url", "external_url"],
              "labels": "tags",
              "extras": {
                "published": "date_published",
                "modified": "date_modified",
                "# authors": "author.* takes the object as a list of one: names and URLs come from the same author.",
                "authors": ["authors.*.name", "author.*.name", "$.authors.*.name", "$.author.*.name"],
                "authorURLs": ["authors.*.url", "author.*.url", "$.authors.*.url", "$.author.*.url"],
                "externalURL": "external_url",
                "language": ["language", "$.language"],
                "attachments": "attachments.*.url",
                "attachmentTypes": "attachments.*.mime_type",
                "attachmentTitles": "attachments.*.title",
                "attachmentSizes": "attachments.*.size_in_bytes",
                "attachmentDurations": "attachments.*.duration_in_seconds"
              }
            }
          }
        }
        """#
}
