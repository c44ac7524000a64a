# The notices of third parties and the SBOM (software bill of materials), made of third_party/list.json.

# carom_read_third_parties(DIRECTORY PREFIX): PREFIX_count, and for each entry PREFIX_FIELD_INDEX and PREFIX_text_INDEX.
function(carom_read_third_parties directory prefix)
    file(READ ${directory}/list.json list)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${directory}/list.json)
    string(JSON count LENGTH "${list}")
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
        foreach(field name version licence file source used_for)
            string(JSON value GET "${list}" ${i} ${field})
            set(${prefix}_${field}_${i} "${value}" PARENT_SCOPE)
        endforeach()
        string(JSON file GET "${list}" ${i} file)
        file(READ ${directory}/${file} text)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${directory}/${file})
        set(${prefix}_text_${i} "${text}" PARENT_SCOPE)
        set(parts "")
        string(JSON part_count LENGTH "${list}" ${i} part_of)
        math(EXPR last_part "${part_count} - 1")
        foreach(p RANGE ${last_part})
            string(JSON part GET "${list}" ${i} part_of ${p})
            list(APPEND parts "${part}")
        endforeach()
        list(JOIN parts ", " parts)
        set(${prefix}_parts_${i} "${parts}" PARENT_SCOPE)
    endforeach()
    set(${prefix}_last ${last} PARENT_SCOPE)
endfunction()

# carom_write_notices(DIRECTORY LICENCE TO): all notices as one text, Carom's own licence first.
function(carom_write_notices directory licence to)
    carom_read_third_parties(${directory} it)
    file(READ ${licence} own)
    set(rule "------------------------------------------------------------------------")
    set(text "Carom\n\n${own}\n${rule}\nWhat Carom contains of others\n\n")
    foreach(i RANGE ${it_last})
        string(APPEND text "${it_name_${i}} ${it_version_${i}} (${it_licence_${i}}): ${it_used_for_${i}}; in: ${it_parts_${i}}\n")
    endforeach()
    foreach(i RANGE ${it_last})
        string(APPEND text "\n${rule}\n${it_name_${i}} ${it_version_${i}}, ${it_source_${i}}\n\n${it_text_${i}}")
    endforeach()
    file(CONFIGURE OUTPUT ${to} CONTENT "${text}" @ONLY)
endfunction()

# carom_write_sbom(DIRECTORY VERSION TO): the same list as SPDX 2.3.
function(carom_write_sbom directory version to)
    carom_read_third_parties(${directory} it)
    set(tail "\"filesAnalyzed\": false, \"copyrightText\": \"NOASSERTION\", \"licenseConcluded\": \"NOASSERTION\"")
    set(packages "    {\"SPDXID\": \"SPDXRef-carom\", \"name\": \"carom\", \"versionInfo\": \"${version}\", \
\"downloadLocation\": \"NOASSERTION\", \"licenseDeclared\": \"MIT\", ${tail}}")
    set(relations "    {\"spdxElementId\": \"SPDXRef-DOCUMENT\", \"relationshipType\": \"DESCRIBES\", \
\"relatedSpdxElement\": \"SPDXRef-carom\"}")
    foreach(i RANGE ${it_last})
        string(REPLACE "_" "-" id ${it_file_${i}})
        string(REPLACE ".txt" "" id "SPDXRef-${id}")
        string(APPEND packages ",\n    {\"SPDXID\": \"${id}\", \"name\": \"${it_name_${i}}\", \"versionInfo\": \
\"${it_version_${i}}\", \"downloadLocation\": \"${it_source_${i}}\", \"licenseDeclared\": \"${it_licence_${i}}\", ${tail}, \
\"comment\": \"${it_used_for_${i}}; in: ${it_parts_${i}}\"}")
        string(APPEND relations ",\n    {\"spdxElementId\": \"SPDXRef-carom\", \"relationshipType\": \"CONTAINS\", \
\"relatedSpdxElement\": \"${id}\"}")
    endforeach()
    file(CONFIGURE OUTPUT ${to} @ONLY CONTENT "{
  \"spdxVersion\": \"SPDX-2.3\",
  \"dataLicense\": \"CC0-1.0\",
  \"SPDXID\": \"SPDXRef-DOCUMENT\",
  \"name\": \"carom-${version}\",
  \"documentNamespace\": \"https://spdx.org/spdxdocs/carom-${version}\",
  \"creationInfo\": {\"created\": \"1970-01-01T00:00:00Z\", \"creators\": [\"Tool: cmake/notices.cmake\"]},
  \"packages\": [\n${packages}\n  ],
  \"relationships\": [\n${relations}\n  ]
}
")
endfunction()

# With TO: cmake -D TO=THIRD_PARTY_NOTICES.txt -P cmake/notices.cmake renews the copy in the tree.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    set(root ${CMAKE_CURRENT_LIST_DIR}/..)
    carom_write_notices(${root}/third_party ${root}/LICENSE ${TO})
endif()
