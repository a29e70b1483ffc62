# The library's description for other languages (GIR and typelib), and the reference that is made from it. It comes from
# the comments in the sources; a warning about them is an error.
find_program(G_IR_SCANNER g-ir-scanner REQUIRED)
find_program(G_IR_COMPILER g-ir-compiler REQUIRED)

set(gir ${CMAKE_CURRENT_BINARY_DIR}/FeedcoreGtk-4.gir)
set(typelib ${CMAKE_CURRENT_BINARY_DIR}/FeedcoreGtk-4.typelib)

# The scanner runs the library, to ask GObject for properties and signals.
add_custom_command(
  OUTPUT ${gir}
  COMMAND ${CMAKE_COMMAND} -E env "LD_LIBRARY_PATH=${CMAKE_BINARY_DIR}:$ENV{LD_LIBRARY_PATH}" GI_SCANNER_DISABLE_CACHE=1
          ${G_IR_SCANNER} --quiet --warn-all --warn-error
          --namespace=FeedcoreGtk --nsversion=4 --identifier-prefix=FeedcoreGtk --symbol-prefix=feedcore_gtk
          --include=Gtk-4.0 --pkg=gtk4 --pkg-export=feedcore-gtk --c-include=feedcore-gtk.h
          --library=feedcore-gtk-4 --library-path=${CMAKE_BINARY_DIR}
          -I${CMAKE_SOURCE_DIR}/include -I${CMAKE_CURRENT_SOURCE_DIR}/feedcore-gtk
          -I${CMAKE_CURRENT_BINARY_DIR}/feedcore-gtk
          --sources-top-dirs=${CMAKE_CURRENT_SOURCE_DIR} --sources-top-dirs=${CMAKE_CURRENT_BINARY_DIR}
          --output=${gir} ${headers} ${enum_types}.h ${sources}
  DEPENDS feedcore-gtk ${headers} ${sources}
  COMMENT "Describing FeedcoreGtk" VERBATIM)
add_custom_command(
  OUTPUT ${typelib}
  COMMAND ${G_IR_COMPILER} --output=${typelib} ${gir}
  DEPENDS ${gir} VERBATIM)
add_custom_target(feedcore-gtk-introspection ALL DEPENDS ${typelib})

# The reference as HTML, without a network: `make gtk-docs`.
configure_file(docs/gi-docgen.toml.in gi-docgen.toml @ONLY)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/gtk-docs/index.html
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${CMAKE_BINARY_DIR}/gtk-docs
  COMMAND gi-docgen generate --quiet --fatal-warnings --no-namespace-dir
          --config=${CMAKE_CURRENT_BINARY_DIR}/gi-docgen.toml --content-dir=${CMAKE_CURRENT_SOURCE_DIR}/docs
          --output-dir=${CMAKE_BINARY_DIR}/gtk-docs ${gir}
  DEPENDS ${gir} docs/gi-docgen.toml.in docs/overview.md docs/urlmap.js
  COMMENT "Writing the reference to ${CMAKE_BINARY_DIR}/gtk-docs" VERBATIM)
add_custom_target(gtk-docs DEPENDS ${CMAKE_BINARY_DIR}/gtk-docs/index.html)
