import CSQLite

/// What somebody types to find people, taken apart. Any text is a legal one.
///
/// It is split at white space and control characters; all words must fit. At most 16 words count, and of each 256
/// bytes. A leading "@" means the username alone; an "@" without more is no word. Where no word is left, nobody fits.
/// - A word with letters or digits fits what has a word that begins with it: in the username, the display name or the
///   bio, whatever the case and the diacritics. Words are what FTS5's `unicode61` takes for such. With punctuation inside,
///   it fits several words that stand together, the last of which may be longer.
/// - A word that holds Han, kana or Hangul, or neither letter nor digit (as emoji, "%" or "++"), fits what has it
///   anywhere in those texts; ASCII's capitals are the same as its small letters.
struct UserQuery {
    struct Word {
        /// UTF-8, without the "@".
        var text: [UInt8] = []
        var isForUsername = false
        /// How many characters it has.
        var count = 0
        var hasLetter = false
        var hasCJK = false
        var isFull = false

        var isPart: Bool { hasCJK || !hasLetter }
        /// For the index of parts.
        var isLongPart: Bool { isPart && count >= 3 }
    }

    private(set) var words: [Word] = []
    private static let maxWords = 16
    private static let maxBytes = 256

    init(_ text: String) {
        var word = Word()
        for character in text.unicodeScalars where words.count < UserQuery.maxWords {
            let kind = Int(feedcore_character_kind(character.value))
            if kind == FEEDCORE_SPACE { end(&word) } else { word.add(character, kind) }
        }
        end(&word)
    }

    private mutating func end(_ word: inout Word) {
        if word.count > 0, words.count < UserQuery.maxWords { words.append(word) }
        word = Word()
    }

    /// For FTS5: the words, or the parts that are long enough. Each is quoted, so that it means itself.
    func expression(isForParts: Bool, isForNames: Bool) -> [UInt8] {
        var text = Array((isForNames ? "{username display_name} : (" : "(").utf8)
        var isFirst = true
        for word in words where isForParts ? word.isLongPart : !word.isPart {
            if !isFirst { text += " AND ".utf8 }
            isFirst = false
            if word.isForUsername { text += "username : ".utf8 }
            text.append(UInt8(ascii: "\""))
            for byte in word.text {
                text.append(byte)
                if byte == UInt8(ascii: "\"") { text.append(byte) }
            }
            text += (isForParts ? "\"" : "\" *").utf8
        }
        text.append(UInt8(ascii: ")"))
        return text
    }
}

extension UserQuery {
    /// What is in every text that has the first word, which is a part, whatever the case: the beginning of it that is
    /// no letter of ASCII.
    fileprivate var needle: [UInt8] {
        var needle: [UInt8] = []
        for byte in words.first?.text ?? [] {
            if UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 {
                if !needle.isEmpty { break }
            } else {
                needle.append(byte)
            }
        }
        return needle
    }
}

extension UserQuery.Word {
    fileprivate mutating func add(_ character: Unicode.Scalar, _ kind: Int) {
        if count == 0, !isForUsername, character == "@" {
            isForUsername = true
            return
        }
        isFull = isFull || text.count + UTF8.width(character) > UserQuery.maxBytes
        if isFull { return }
        text.append(contentsOf: character.utf8)
        count += 1
        if kind == FEEDCORE_LETTER { hasLetter = true }
        if kind == FEEDCORE_CJK { hasCJK = true }
    }
}

/// Who was found so far, best first.
struct FoundUsers {
    private let limit: Int
    private(set) var ids: [Int64] = []
    private var isThere: [UInt64: Int] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    var isFull: Bool { ids.count >= limit }

    mutating func add(_ id: Int64) {
        if isFull || isThere[UInt64(bitPattern: id)] != nil { return }
        isThere[UInt64(bitPattern: id)] = ids.count
        ids.append(id)
    }
}

/// Finds people by a query, the best first:
/// 1. whose username is the query's only word, whatever the case of ASCII's letters;
/// 2. whose username begins with it, in the order of the usernames (by bytes, ASCII's capitals as its small letters);
/// 3. where all words fit the username and the display name;
/// 4. where some fit only the bio.
///
/// Otherwise they come in the order in which they came into the directory.
final class UserSearch {
    private let database: Database
    private let exact, beginning, words, wordsToCheck, partsToCheck, all, fetching: Statement

    init(_ database: Database) {
        self.database = database
        exact = Statement(database, "SELECT id FROM users WHERE owner = ?1 AND username = ?2 ORDER BY id")
        beginning = Statement(
            database,
            """
            SELECT id FROM users WHERE owner = ?1 AND username > ?2 AND username < ?3 ORDER BY username, id
            """)
        words = Statement(
            database,
            """
            SELECT rowid FROM user_words WHERE user_words MATCH ?3 AND rowid BETWEEN ?1 AND ?2 ORDER BY rowid
            """)
        wordsToCheck = Statement(
            database,
            """
            SELECT id, users.username, users.display_name, users.bio
            FROM user_words CROSS JOIN users ON id = user_words.rowid
            WHERE user_words MATCH ?3 AND user_words.rowid BETWEEN ?1 AND ?2 ORDER BY user_words.rowid
            """)
        partsToCheck = Statement(
            database,
            """
            SELECT id, users.username, users.display_name, users.bio
            FROM user_parts CROSS JOIN users ON id = user_parts.rowid
            WHERE user_parts MATCH ?3 AND user_parts.rowid BETWEEN ?1 AND ?2 ORDER BY user_parts.rowid
            """)
        all = Statement(
            database,
            """
            SELECT id, username, display_name, bio FROM users
            WHERE id BETWEEN ?1 AND ?2 AND has_parts >= ?4
                AND (instr(username, ?3) OR instr(display_name, ?3) OR instr(bio, ?3))
            ORDER BY id
            """)
        fetching = Statement(database, "SELECT json FROM users WHERE id = ?1")
    }

    /// The ids of an owner's users.
    static func ids(of owner: Int64) -> (first: Int64, last: Int64) {
        let first = owner &<< 32
        return (first, first | 0xffff_ffff)
    }

    /// A JSON array.
    func find(_ query: UserQuery, _ owner: Int64, limit: Int) throws(StoreError) -> [UInt8] {
        var found = FoundUsers(limit: limit)
        if query.words.count == 1 { try findUsername(query.words[0].text, owner, &found) }
        if query.words.contains(where: { !$0.isPart }) {
            let isToCheck = query.words.contains { $0.isPart }
            try findIndexed(isToCheck ? wordsToCheck : words, query, owner, &found)
        } else if query.words.contains(where: { $0.isLongPart }) {
            try findIndexed(partsToCheck, query, owner, &found)
        } else {
            try findAmongAll(query, owner, &found)
        }
        return try fetch(found)
    }
}

extension UserSearch {
    private func findUsername(
        _ name: [UInt8], _ owner: Int64, _ found: inout FoundUsers
    ) throws(StoreError) {
        exact.bind(1, owner)
        exact.bind(2, utf8: name)
        try take(exact, &found)
        beginning.bind(1, owner)
        beginning.bind(2, utf8: name)
        beginning.bind(3, utf8: name + [0xff])  // after all that is UTF-8
        try take(beginning, &found)
    }

    private func take(_ statement: Statement, _ found: inout FoundUsers) throws(StoreError) {
        try database.checkInterrupted()
        defer { statement.reset() }
        while !found.isFull, try statement.step() { found.add(statement.number(0)) }
    }

    /// By an index: first in the names, then everywhere. Parts are checked, as far as the index doesn't know them.
    private func findIndexed(
        _ statement: Statement, _ query: UserQuery, _ owner: Int64, _ found: inout FoundUsers
    ) throws(StoreError) {
        bind(owner, to: statement)
        defer { statement.reset() }
        for isForNames in [true, false] where !found.isFull {
            let isForParts = statement === partsToCheck
            statement.bind(
                3, utf8: query.expression(isForParts: isForParts, isForNames: isForNames))
            try database.checkInterrupted()
            while !found.isFull, try statement.step() {
                let inBio = statement === words ? false : fits(query, statement)
                if inBio == false || inBio == true && !isForNames { found.add(statement.number(0)) }
            }
            statement.reset()
        }
    }

    /// Where no index helps. Those that fit in their bios only wait until all are seen.
    private func findAmongAll(
        _ query: UserQuery, _ owner: Int64, _ found: inout FoundUsers
    ) throws(StoreError) {
        var others = found
        try database.checkInterrupted()
        bind(owner, to: all)
        all.bind(3, utf8: query.needle)
        all.bind(4, query.words.contains { $0.hasCJK } ? 1 : 0)
        defer { all.reset() }
        while !found.isFull, try all.step() {
            guard let inBio = fits(query, all) else { continue }
            if inBio { others.add(all.number(0)) } else { found.add(all.number(0)) }
        }
        for id in others.ids { found.add(id) }
    }

    private func bind(_ owner: Int64, to statement: Statement) {
        let ids = UserSearch.ids(of: owner)
        statement.bind(1, ids.first)
        statement.bind(2, ids.last)
    }

    /// Whether it takes the bio for the query's parts to be in the texts of a row, columns 1 to 3; nil if they aren't.
    private func fits(_ query: UserQuery, _ row: Statement) -> Bool? {
        var inBio = false
        for word in query.words where word.isPart {
            if contains(word.text, row.utf8(1)) { continue }
            if word.isForUsername { return nil }
            if contains(word.text, row.utf8(2)) { continue }
            if !contains(word.text, row.utf8(3)) { return nil }
            inBio = true
        }
        return inBio
    }

    private func contains(_ part: [UInt8], _ text: UnsafeBufferPointer<UInt8>?) -> Bool {
        part.withUnsafeBufferPointer {
            feedcore_text_contains(text?.baseAddress, text?.count ?? 0, $0.baseAddress, $0.count) != 0
        }
    }

    private func fetch(_ found: FoundUsers) throws(StoreError) -> [UInt8] {
        var json = [UInt8(ascii: "[")]
        for id in found.ids {
            fetching.bind(1, id)
            guard try fetching.step() else { continue }
            if json.count > 1 { json.append(UInt8(ascii: ",")) }
            if let row = fetching.utf8(0) { json.append(contentsOf: row) }
            fetching.reset()
        }
        json.append(UInt8(ascii: "]"))
        return json
    }
}
