import Testing

@testable import FeedParsing

/// The first line of a text, plain or HTML, that stands for a title.
@Suite struct PlainTextTests {
    private func plain(_ text: String) -> String? {
        let arena = Arena()
        return text.withCString { text in PlainText.firstLine(of: text, in: arena).map { String(cString: $0) }
        }
    }

    private func html(_ text: String) -> String? {
        let arena = Arena()
        return text.withCString { text in
            PlainText.firstLine(ofHTML: text, in: arena).map { String(cString: $0) }
        }
    }

    @Test(arguments: [
        ("one line", "one line"), ("first\nsecond", "first"), ("first\r\nsecond", "first"),
        ("first\rsecond", "first"),
        ("\n\n  first  \n", "first"), ("\t first\tsecond", "first\tsecond"), ("", nil), (" \n\t\r ", nil),
        ("第一行\n第二行", "第一行"), ("　　第一行　\n第二行", "第一行"), ("　\n 　\n第　一行", "第　一行"), ("　 　", nil),
        ("🎵", "🎵"), ("<b>not HTML</b> &amp;", "<b>not HTML</b> &amp;"),
    ])
    func ofPlainText(_ text: String, _ line: String?) {
        #expect(plain(text) == line)
    }

    @Test(arguments: [
        ("one line", "one line"), ("a\nline\r\n\tend", "a line end"), ("  a  \n b ", "a b"),
        ("<p>first</p><p>second</p>", "first"), ("<p>first<p>second", "first"), ("first<br>second", "first"),
        ("first<BR/>second", "first"), ("first<br />second", "first"),
        ("<div><p> </p><p>&nbsp;</p>first</div>", "first"),
        ("a <b>bold</b> word", "a bold word"), ("<span>a</span><span>b</span>", "ab"),
        ("<a href=\"x\">link</a> after", "link after"), ("<ul><li>one<li>two</ul>", "one"),
        ("<h2>Title</h2>text", "Title"), ("<blockquote>quote</blockquote>text", "quote"),
        ("<hr>after", "after"),
        ("<img src='x'><p>after</p>", "after"), ("<!-- comment > still --><p>after</p>", "after"),
        ("<!---->x", "x"),
        ("<!-->x", "x"), ("<!-- never closed", nil), ("<!DOCTYPE html><p>x", "x"), ("a<b", "a"),
        ("a < b", "a < b"),
        ("1 <2", "1 <2"), ("<>x", "<>x"), ("</>x", "</>x"), ("x</p", "x"), ("<", "<"), ("</", "</"),
        ("<!", nil),
        ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("a&nbsp;b&#160;c", "a b c"),
        ("&hellip;&ndash;&mdash;", "…–—"),
        ("&lsquo;a&rsquo; &ldquo;b&rdquo;", "‘a’ “b”"), ("&#8217;&#x2019;&#X2019;", "’’’"),
        ("&#128512;", "😀"),
        ("&#10;a&#9;b", "a b"), ("&#0;a", "a"), ("&", "&"), ("&;", "&;"), ("&#;", "&#;"), ("&#x;", "&#x;"),
        ("&#xg;", "&#xg;"),
        ("&#+65;", "&#+65;"), ("&#-65;", "&#-65;"), ("&#55296;", "&#55296;"), ("&#1114112;", "&#1114112;"),
        ("&#99999999;", "&#99999999;"),
        ("&unknown;", "&unknown;"), ("AT&T; x", "AT&T; x"), ("&amp", "&amp"), ("&amp;amp;", "&amp;"),
        ("&&amp;", "&&"),
        ("R&D &amp; more;", "R&D & more;"), ("", nil), ("<p></p>", nil), ("&nbsp;", nil), ("漢<wbr>字", "漢字"),
        ("<p>first &lt;br&gt; still</p>", "first <br> still"), ("<sectionx>a</sectionx>b", "ab"),
        ("<em>e</em>m", "em"), ("<p>　</p><p>　　第　一段 　</p>", "第　一段"), ("&emsp;&ensp;&#12288;第一段", "第一段"),
        ("　", nil),
        ("<STYLE type='x'>p > a { }</style><p>after", "after"),
        ("<script>if (a < b) x</script>after", "after"),
        ("<style>never closed", nil), ("</style>after", "after"), ("a<script>b</script>c", "ac"),
    ])
    func ofHTML(_ text: String, _ line: String?) {
        #expect(html(text) == line)
    }

    /// A line that goes on and on is no title; no character is cut in two.
    @Test(arguments: ["x", "é", "長", "🎵"])
    func longLinesAreCutBetweenCharacters(_ character: String) throws {
        for lead in ["", "a", "ab", "abc"] {
            let text = lead + String(repeating: character, count: 100_000)
            for line in [plain(text), html(text)] {
                let line = try #require(line)
                #expect(line.utf8.count <= 4096 && line.utf8.count > 4092)
                #expect(text.hasPrefix(line))
            }
        }
        let references = String(repeating: "&mdash; ", count: 10_000)
        let line = try #require(html(references))
        #expect(line.utf8.count <= 4100)
        #expect(line.allSatisfy { $0 == "—" || $0 == " " })
    }

    /// No text may trap, however it ends.
    @Test func everyPieceOfHTMLIsSafe() {
        let text = "<p a='>'>&amp;&#x2019;<!-- x --><br/> 長🎵 <b>&nbsp</b></p>&"
        let scalars = Array(text.unicodeScalars)
        var lines = 0
        for start in scalars.indices {
            for end in start...scalars.count {
                var piece = String.UnicodeScalarView()
                piece.append(contentsOf: scalars[start..<end])
                if html(String(piece)) != nil { lines += 1 }
            }
        }
        #expect(lines > 1000)
    }
}
