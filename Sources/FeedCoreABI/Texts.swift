import CFeedCore
import FeedParsing
import FeedViewModels

/// What a `feedcore_texts *` points to.
private final class TextsHandle {
    let texts: Texts

    init(_ texts: Texts) {
        self.texts = texts
    }
}

private func unwrap(_ texts: OpaquePointer?) -> Texts? {
    texts.map { Unmanaged<TextsHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue().texts }
}

/// For a text in the caller's buffer; nil, and an empty text, if there are no texts.
@inline(never)
private func begin(
    _ texts: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> TextWriter? {
    // A size from C is a size_t, which may be more than an Int; no text is that long.
    let size = buffer == nil ? 0 : size < 0 ? Int.max : size
    let memory = UnsafeMutableRawPointer(buffer)?.assumingMemoryBound(to: UInt8.self)
    let writer = TextWriter(
        unwrap(texts)?.language ?? .english, UnsafeMutableBufferPointer(start: memory, count: size))
    if texts != nil { return writer }
    _ = writer.end()
    return nil
}

@implementation @_cdecl("feedcore_texts_new")
public func feedcore_texts_new(
    _ language: UnsafePointer<CChar>?, _ outTexts: UnsafeMutablePointer<OpaquePointer?>?
) -> feedcore_status {
    finish(outTexts, nil) { () throws(FeedError) in
        guard let language else { return TextsHandle(Texts(.english)) }
        guard let tag = String(validatingCString: language) else { throw .argument("") }
        return TextsHandle(Texts(tag: tag))
    }
}

@implementation @_cdecl("feedcore_texts_free")
public func feedcore_texts_free(_ texts: OpaquePointer?) {
    guard let texts else { return }
    Unmanaged<TextsHandle>.fromOpaque(UnsafeRawPointer(texts)).release()
}

@implementation @_cdecl("feedcore_texts_language")
public func feedcore_texts_language(_ texts: OpaquePointer?) -> UnsafePointer<CChar>? {
    unwrap(texts).map { lend($0.tag) }
}

// MARK: - Numbers and times

@implementation @_cdecl("feedcore_texts_count")
public func feedcore_texts_count(
    _ texts: OpaquePointer?, _ count: Int64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard var writer = begin(texts, buffer, size) else { return 0 }
    writer.count(count)
    return writer.end().length
}

@implementation @_cdecl("feedcore_texts_plays")
public func feedcore_texts_plays(
    _ texts: OpaquePointer?, _ count: Int64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard var writer = begin(texts, buffer, size) else { return 0 }
    writer.plays(count)
    return writer.end().length
}

@implementation @_cdecl("feedcore_texts_duration")
public func feedcore_texts_duration(
    _ texts: OpaquePointer?, _ milliseconds: Int64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard var writer = begin(texts, buffer, size) else { return 0 }
    writer.duration(milliseconds)
    return writer.end().length
}

@implementation @_cdecl("feedcore_texts_date")
public func feedcore_texts_date(
    _ texts: OpaquePointer?, _ time: Int64, _ zone: Int32, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard var writer = begin(texts, buffer, size) else { return 0 }
    writer.date(time, zone: zone, withClock: false)
    return writer.end().length
}

@implementation @_cdecl("feedcore_texts_date_time")
public func feedcore_texts_date_time(
    _ texts: OpaquePointer?, _ time: Int64, _ zone: Int32, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard var writer = begin(texts, buffer, size) else { return 0 }
    writer.date(time, zone: zone, withClock: true)
    return writer.end().length
}

@implementation @_cdecl("feedcore_texts_relative")
public func feedcore_texts_relative(
    _ texts: OpaquePointer?, _ time: Int64, _ now: Int64, _ zone: Int32,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard var writer = begin(texts, buffer, size) else { return 0 }
    writer.relative(time, now: now, zone: zone)
    return writer.end().length
}

@implementation @_cdecl("feedcore_texts_age")
public func feedcore_texts_age(
    _ texts: OpaquePointer?, _ time: Int64, _ now: Int64, _ zone: Int32,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard var writer = begin(texts, buffer, size) else { return 0 }
    writer.age(time, now: now, zone: zone)
    return writer.end().length
}

@implementation @_cdecl("feedcore_texts_year")
public func feedcore_texts_year(
    _ texts: OpaquePointer?, _ year: Int64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard var writer = begin(texts, buffer, size) else { return 0 }
    writer.year(year)
    return writer.end().length
}

@implementation @_cdecl("feedcore_texts_rating")
public func feedcore_texts_rating(
    _ texts: OpaquePointer?, _ rating: Double, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard var writer = begin(texts, buffer, size) else { return 0 }
    writer.rating(rating)
    return writer.end().length
}

// MARK: - Fixed texts

@implementation @_cdecl("feedcore_texts_section_title")
public func feedcore_texts_section_title(
    _ texts: OpaquePointer?, _ kind: feedcore_section_kind
) -> UnsafePointer<CChar>? {
    guard let texts = unwrap(texts), let kind = SectionKind(rawValue: Int32(bitPattern: kind.rawValue))
    else { return nil }
    return texts.title(of: kind).map { lend($0) }
}

@implementation @_cdecl("feedcore_texts_screen_title")
public func feedcore_texts_screen_title(
    _ texts: OpaquePointer?, _ preset: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>? {
    guard let texts = unwrap(texts), let preset else { return nil }
    return texts.title(ofScreen: String(cString: preset)).map { lend($0) }
}

@implementation @_cdecl("feedcore_texts_state")
public func feedcore_texts_state(_ texts: OpaquePointer?, _ state: feedcore_state) -> UnsafePointer<CChar>? {
    guard let texts = unwrap(texts), let state = SourceState(rawValue: Int32(bitPattern: state.rawValue))
    else { return nil }
    return texts.text(of: state).map { lend($0) }
}

@implementation @_cdecl("feedcore_texts_search")
public func feedcore_texts_search(
    _ texts: OpaquePointer?, _ state: feedcore_search_state
) -> UnsafePointer<CChar>? {
    guard let texts = unwrap(texts),
        let state = SearchViewModel.State(rawValue: Int32(bitPattern: state.rawValue))
    else { return nil }
    return texts.text(of: state).map { lend($0) }
}

@implementation @_cdecl("feedcore_texts_status")
public func feedcore_texts_status(_ texts: OpaquePointer?, _ status: feedcore_status) -> UnsafePointer<CChar>?
{
    guard let texts = unwrap(texts) else { return nil }
    if status == FEEDCORE_OK { return lend("") }
    return lend(FeedFailure.Kind(status).map { texts.text(of: $0) } ?? texts.unknownFailure)
}

@implementation @_cdecl("feedcore_texts_word")
public func feedcore_texts_word(_ texts: OpaquePointer?, _ word: feedcore_word) -> UnsafePointer<CChar>? {
    guard let texts = unwrap(texts), let word = Texts.Word(rawValue: Int32(bitPattern: word.rawValue))
    else { return nil }
    return lend(texts.text(of: word))
}
