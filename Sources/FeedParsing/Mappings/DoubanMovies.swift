extension BuiltinMapping {
    /// Film lists: `/v2/movie/coming_soon`, `in_theaters`, `top250`, and `weekly`, which puts each film one
    /// level deeper, under `subject`, with its place in the chart beside it.
    static let doubanMovies: StaticString = #"""
        {
          "mapping": "douban-movies",
          "status": {
            "# kinds": "102, 103, 106 and 123 are a missing, wrong or expired token; 1000 is need_permission.",
            "code": "code", "good": [0, 200], "message": ["msg", "message"],
            "kinds": {
              "102": "login-needed", "103": "login-needed", "106": "login-needed", "123": "login-needed",
              "1000": "login-needed"
            }
          },
          "page": {
            "next": {"by": "offset", "parameter": "start", "limit": "count", "size": 20, "total": "total"}
          },
          "images": [{
            "hosts": ["doubanio.com"], "https": true, "headers": {"Referer": "https://movie.douban.com/"}
          }],
          "sections": {
            "type": {"default": "movies"},
            "title": "title",
            "items": "subjects"
          },
          "types": {"movies": {"kind": "LIST"}},
          "default": {
            "item": {
              "id": ["id", "subject.id"],
              "title": ["title", "subject.title"],
              "image": [
                "images.medium", "images.large", "images.small",
                "subject.images.medium", "subject.images.large", "subject.images.small"
              ],
              "action": ["alt", "subject.alt"],
              "extras": {
                "year": ["year", "subject.year"],
                "rating": ["rating.average", "subject.rating.average", "rating"],
                "genres": ["genres", "subject.genres"],
                "directors": ["directors.*.name", "subject.directors.*.name"],
                "casts": ["casts.*.name", "subject.casts.*.name"],
                "originalTitle": ["original_title", "subject.original_title"],
                "pubdate": ["mainland_pubdate", "subject.mainland_pubdate", "pubdates.0", "subject.pubdates.0"],
                "durations": ["durations", "subject.durations"],
                "collectCount": ["collect_count", "subject.collect_count"],
                "rank": "rank",
                "delta": "delta"
              }
            }
          },
          "layouts": {"LIST": {"# ": "A poster of 270 by 400.", "aspect": 0.675}}
        }
        """#
}
